/** Matches a topic against a pattern such as `forum-post:{postId}`; the named parts, or null. */
export function matchTopic(pattern: string, topic: string): Record<string, string> | null {
  const wanted = pattern.split(':');
  const given = topic.split(':');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const value = given[at]!;
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) {
      if (part !== value) return null;
    } else if (value === '') return null;
    else params[name] = value;
  }
  return params;
}
