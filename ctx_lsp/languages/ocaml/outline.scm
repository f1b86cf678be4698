(module_definition (module_binding (module_name) @import.alias body: (module_path) @import.module))
