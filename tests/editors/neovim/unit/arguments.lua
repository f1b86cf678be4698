local T = require('harness')
local arguments = require('ctx_lsp.arguments')

local tests = {}

function tests.options_come_before_the_question()
  local given, rest = arguments.parse('maxTokens=2000 format=xml how is x=1 parsed?', arguments.of('CtxAsk'))
  T.same({ maxTokens = 2000, format = 'xml' }, given)
  T.same('how is x=1 parsed?', rest)
end

function tests.a_question_may_begin_with_an_equation()
  local given, rest = arguments.parse('x=1 is where?', arguments.of('CtxAsk'))
  T.same({}, given)
  T.same('x=1 is where?', rest)
end

function tests.filters_are_nested_and_lists_have_commas()
  local given = arguments.parse('filter.languages=python,lua filter.tests=false', arguments.of('CtxAsk'))
  T.same({ filter = { languages = { 'python', 'lua' }, tests = false } }, given)
end

function tests.what_is_no_number_is_left_to_the_server()
  T.same({ maxTokens = 'many' }, (arguments.parse('maxTokens=many', arguments.of('CtxAsk'))))
end

function tests.a_misspelt_option_is_named_with_the_nearest()
  local kinds = arguments.of('CtxAsk')
  T.same('no option maxToken; nearest: maxTokens', arguments.problem('rerank=true maxToken=900 where is it?', kinds))
  T.same('no option filter.language; nearest: filter.languages', arguments.problem('filter.language=lua x', kinds))
  T.same(nil, arguments.problem('x=1 is where?', kinds))
  T.same(nil, arguments.problem('where is maxToken=900 read?', kinds))
end

function tests.words_may_hold_blanks()
  local given, rest = arguments.parse_words({ 'format=xml', 'two words.py', 'a=b' }, arguments.of('CtxAsk'))
  T.same({ format = 'xml' }, given)
  T.same({ 'two words.py', 'a=b' }, rest)
end

function tests.names_and_values_are_completed()
  T.same({ 'maxTokens=' }, arguments.complete('maxT', arguments.of('CtxAsk')))
  T.same({ 'format=xml' }, arguments.complete('format=x', arguments.of('CtxAsk')))
  T.same({ 'rerank=false' }, arguments.complete('rerank=f', arguments.of('CtxAsk')))
end

return tests
