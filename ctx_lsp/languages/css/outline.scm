(comment) @comment

; A rule is named by the classes and ids that it applies to, or by the element

(rule_set (selectors (tag_name) @name) (block) @body) @definition.key
(rule_set (selectors (pseudo_class_selector . (class_name) @name)) (block) @body) @definition.key
(rule_set (selectors (class_selector (class_name) @name)) (block) @body) @definition.key
(rule_set (selectors (_ (class_selector (class_name) @name))) (block) @body) @definition.key
(rule_set (selectors (_ (_ (class_selector (class_name) @name)))) (block) @body) @definition.key
(rule_set (selectors (_ (_ (_ (class_selector (class_name) @name))))) (block) @body) @definition.key
(rule_set (selectors (id_selector (id_name) @name)) (block) @body) @definition.key
(rule_set (selectors (_ (id_selector (id_name) @name))) (block) @body) @definition.key
(rule_set (selectors (_ (_ (id_selector (id_name) @name)))) (block) @body) @definition.key
(declaration (property_name) @name) @definition.variable
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.key
(media_statement . (_) @name (block) @body) @definition.key
((at_rule (at_keyword) @_rule (keyword_query) @name (block) @body) @definition.key
 (#any-of? @_rule "@layer" "@property" "@container" "@counter-style" "@page" "@utility"))

(import_statement (string_value) @import.module) @import.effect
(import_statement (call_expression (arguments (string_value) @import.module))) @import.effect
