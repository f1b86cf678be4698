(comment) @comment

; Items of a list have no name

(block_mapping_pair key: (flow_node) @name) @definition.key
(block_mapping_pair key: (flow_node) @name value: (block_node) @body) @definition.key
((block_mapping_pair key: (flow_node) @name) @definition.none (#any-of? @name "<<"))
(block_sequence) @local

(anchor (anchor_name) @name) @definition.variable
