// The last sections of the guide, with code of their own: it is long, and nobody begins with its end.
import { Plan } from './plan.tsx'
import { Skill } from './skill.tsx'

const sections = { plan: Plan, skill: Skill }

export default function LastSection({ of }: { of: keyof typeof sections }) {
  const Section = sections[of]
  return <Section />
}
