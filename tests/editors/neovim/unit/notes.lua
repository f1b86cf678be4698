local T = require('harness')
local notes = require('ctx_lsp.views.notes')

local tests = {}

function tests.a_line_begins_with_what_is_wrong_with_a_note()
  local note = { type = 'gotcha', title = 'Round late', verdict = 'fresh', contradictions = {}, state = 'accepted',
    stale = false, strength = 0.984 }
  T.same('gotcha  Round late · strength 98%', notes.line(note))
  note.verdict, note.state, note.stale = 'orphaned', 'proposed', true
  local wrong = 'its code is gone · proposed: not accepted yet · stale: confirm or retire it · '
  T.same(wrong .. 'gotcha  Round late · strength 98%', notes.line(note))
  note.verdict, note.contradictions = 'refuted', { 'a.py does not exist', 'b does not call c' }
  T.holds(notes.line(note), 'says something false: a.py does not exist; b does not call c · ')
end

return tests
