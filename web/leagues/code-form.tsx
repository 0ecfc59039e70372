// The field for the code of a league, which leads to its join page.
import { normalizeCode } from '@tengrand/core/league.ts'

import { paths } from '../browser/paths.ts'
import { useNavigate } from '../browser/router.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TypedForm, type Typed } from '../ui/typed-form.tsx'

export function CodeForm() {
  const navigate = useNavigate()
  const submit = (typed: Typed): void => {
    // A whole link may be pasted too.
    const code = normalizeCode(typed('code').split('/').at(-1) ?? '')
    if (code !== '') navigate(paths.join(code))
  }
  return (
    <TypedForm onSubmit={submit}>
      <TextField
        label="Code"
        name="code"
        autoCapitalize="characters"
        spellCheck={false}
        hint="8 letters and digits. The owner of the league or lesson has it."
        trailing={<Button type="submit">Go</Button>}
      />
    </TypedForm>
  )
}
