import type { DecisionAboutMe } from '#content/moderation/contract/appeals.ts';

/** What the audit log calls decisions about a member. */
const aboutMember: Readonly<Record<string, DecisionAboutMe['kind']>> = {
  'member.warn': 'warning',
  'member.silence': 'silence',
  'member.suspend': 'suspension',
};
export const memberActions: readonly string[] = Object.keys(aboutMember);

/** What an entry of the audit log decided, where it can be appealed; null for everything else. */
export function appealableKind(action: string): DecisionAboutMe['kind'] | null {
  const kind = aboutMember[action];
  if (kind) return kind;
  if (action.endsWith('.reject')) return 'rejection';
  return action.endsWith('.remove') && !action.startsWith('banned-word.') ? 'removal' : null;
}

/** The words of a kind in a sentence. */
export const kindWords: Readonly<Record<DecisionAboutMe['kind'], string>> = {
  warning: 'the warning',
  silence: 'your silence',
  suspension: 'your suspension',
  removal: 'the removal',
  rejection: 'the rejection',
};

/** Where the member it is about reads a decision and appeals it. @param id of its line in the audit log */
export const decisionAddress = (id: string): string => `/decisions/${id}`;
