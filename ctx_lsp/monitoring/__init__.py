"""Metrics of a running server: durations, errors, packs, caches and the size of the index.

Metrics are numbers, labelled with the names of commands, stages, caches and components. They never contain a question,
a path or source text. `monitor` records them; `export` and `exposition` make them available to Prometheus. `alerts.yml`
contains alerting rules and `grafana.json` a dashboard for these metrics.
"""
