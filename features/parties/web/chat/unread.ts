import type { ChatMessage } from '#features/parties/contract/endpoints.ts';

/**
 * Messages that came after the last one that was read, without one's own, those of hidden members and removed ones.
 * @param readTo place of the last message that was read
 * @param but profile ids whose messages do not count
 */
export const unreadOf = (
  messages: readonly Pick<ChatMessage, 'place' | 'author' | 'visibility'>[],
  readTo: number,
  but: readonly string[],
): number =>
  messages.filter(
    ({ place, author, visibility }) =>
      place > readTo && visibility === 'published' && !(author.id !== null && but.includes(author.id)),
  ).length;
