"""Figures about a running server: durations, errors, packs, caches and the size of the index.

The figures are numbers with the names of commands, stages, caches and components. They never contain a question, a path
or source text. `monitor` records them; `export` and `exposition` offer them to Prometheus. `alerts.yml` and
`grafana.json` are the rules and the board for these metrics.
"""
