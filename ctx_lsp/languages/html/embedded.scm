((attribute
   (attribute_name) @_handler
   (quoted_attribute_value (attribute_value) @expression))
 (#any-of? @_handler
   "onclick" "onchange" "oninput" "onsubmit" "onload" "onerror" "onkeydown" "onkeyup" "onkeypress" "onblur" "onfocus"
   "onmouseover" "onmouseout" "onmousedown" "onmouseup" "ondblclick" "ondrop" "ondragover" "ondragstart" "onscroll"))
