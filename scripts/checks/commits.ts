import { machineMarks } from '#scripts/checks/files.ts';

const MAX_SUBJECT = 72;
/** First words that begin no imperative sentence. */
const noVerb =
  /^(a|an|the|this|that|these|what|when|where|who|why|how|it|its|there|some|all|no|not|now|more|for|in|on|with|\w+(ed|ing))$/i;
/** Imperatives that look like another form. */
const verbs = /^(feed|need|embed|speed|seed|bring|string|ping|sing|shed|spread)$/i;
/** A folder of a machine, as tools write it into messages: "Merge branch 'x' of /work/x". */
const folder = /(?:^|[\s'"`(])(\/(?:home|Users|root|work|tmp|mnt|opt|srv|var)\/[\w./-]+)/g;

/** The faults of a commit message, in words; empty when there are none. */
export function commitFaults(message: string): string[] {
  const subject = message.split('\n', 1)[0] ?? '';
  const first = /^[\w'-]+/.exec(subject)?.[0] ?? '';
  const isMerge = /^(Merge|Revert) /.test(subject);
  const faults: string[] = [];
  if (subject.length > MAX_SUBJECT) faults.push(`its subject has ${subject.length} characters, ${MAX_SUBJECT} at most`);
  if (!/^[A-Z]/.test(subject) || subject.endsWith('.') || !subject.includes(' '))
    faults.push('its subject is no sentence with a capital and without a full stop');
  else if (!isMerge && noVerb.test(first) && !verbs.test(first))
    faults.push(`its subject begins with "${first}", which is no imperative`);
  const marks = [...machineMarks(message), ...[...message.matchAll(folder)].map((match) => match[1]!)];
  for (const mark of new Set(marks)) faults.push(`it names ${mark}, which is of one machine`);
  return faults;
}
