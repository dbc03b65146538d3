/** Texts whose kind is memoized; past it, they are classified each time. */
const MAX_REMEMBERED = 2000;
const remembered = new Map<string, boolean>();

/** Whether a statement only reads, and takes no lock that another reader could wait for. In doubt it writes. */
export function isPlainRead(text: string): boolean {
  const knownKind = remembered.get(text);
  if (knownKind !== undefined) return knownKind;
  const isRead =
    /^\s*(?:select|with|values)\b/i.test(text) &&
    !/\b(?:insert\s+into|update|delete\s+from|merge\s+into|for\s+(?:no\s+key\s+|key\s+)?share|nextval|pg_notify)\b/i.test(
      text,
    );
  if (remembered.size < MAX_REMEMBERED) remembered.set(text, isRead);
  return isRead;
}
