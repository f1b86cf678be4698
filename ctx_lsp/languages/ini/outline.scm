(comment) @comment
(section (section_name (text) @name)) @definition.key
(section (section_name (text) @name) . (setting) @body) @definition.key
(setting (setting_name) @name) @definition.key
