/** What staff did, by the last part of an action's name; the words before the thing. */
const verbs: Readonly<Record<string, string>> = {
  approve: 'approved',
  reject: 'rejected',
  remove: 'removed',
  keep: 'kept',
  restore: 'restored',
  reverse: 'took a decision back about',
  hold: 'held',
  ask: 'asked for a change of',
  escalate: 'handed to admins',
  edit: 'edited',
  pin: 'pinned',
  unpin: 'unpinned',
  feature: 'featured',
  unfeature: 'no longer features',
  visibility: 'changed who sees',
  warn: 'warned',
  silence: 'silenced',
  unsilence: 'lifted the silence of',
  suspend: 'suspended',
  unsuspend: 'lifted the suspension of',
  note: 'wrote a note about',
  moderator: 'changed the moderator rights of',
  admin: 'changed the admin rights of',
  role: 'changed the role of',
  adjust: 'corrected a balance of',
  clear: 'cleared',
  accept: 'accepted a complaint about',
  dismiss: 'dismissed a complaint about',
  counter: 'answered a complaint about',
  court: 'noted a claim in court about',
  grant: 'granted an appeal about',
  uphold: 'upheld a decision about',
  add: 'added',
  change: 'changed',
  create: 'created',
  make: 'made',
  revoke: 'revoked',
  publish: 'published',
  delete: 'deleted',
  set: 'set',
  reset: 'reset',
  retry: 'ran again',
  drop: 'gave up',
  refund: 'refunded the buyers of',
};

/** An action in words, as in "Ada … the post"; an action without words of its own is named. */
export function actionWords(action: string): string {
  if (action === 'entitlement.grant') return 'gave a right to';
  if (action === 'entitlement.revoke') return 'took a right from';
  return verbs[action.slice(action.lastIndexOf('.') + 1)] ?? `did ${action} to`;
}
