(block (at_rule (at_keyword) @reference.read))
((at_rule (at_keyword) @skip)
 (#any-of? @skip "@plugin" "@import" "@media" "@charset" "@font-face" "@layer" "@property" "@container" "@namespace"
   "@supports" "@page" "@apply" "@arguments" "@rest"))
