; The CSS grammar is used, which parses a variable as a rule of its own

(stylesheet (at_rule (at_keyword) @name) @definition.variable)
((stylesheet (at_rule (at_keyword) @name) @definition.none)
 (#any-of? @name "@plugin" "@import" "@media" "@charset" "@font-face" "@layer" "@property" "@container" "@namespace"
   "@supports" "@page"))
