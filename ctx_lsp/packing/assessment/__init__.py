"""Assessment of a pack: confidence, completeness, risk and readiness."""
