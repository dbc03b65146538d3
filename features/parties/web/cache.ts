import type { QueryClient } from '@tanstack/react-query';
import type { ChatMessage } from '#features/parties/contract/endpoints.ts';
import { patchInLists } from '#content/core/web/cache/content-cache.ts';
import type { Call } from '#platform/web/lib/call.ts';
import { changeItem } from '#platform/web/lib/paged-list.ts';
import { messagesQuery, partyKeys } from './queries.ts';

type MessagePages = NonNullable<ReturnType<typeof cachedMessages>>;

const cachedMessages = (client: QueryClient, call: Call, partyId: string) =>
  client.getQueryData(messagesQuery(call, partyId).queryKey);

/**
 * Puts a message in its place in the chat, once; one that is there is replaced. One of an earlier page that is not loaded
 * comes with that.
 */
export function putMessage(client: QueryClient, call: Call, partyId: string, message: ChatMessage): void {
  const { queryKey } = messagesQuery(call, partyId);
  client.setQueryData(queryKey, (data): MessagePages | undefined => {
    if (!data) return data;
    if (data.pages.some((page) => page.items.some((item) => item.id === message.id)))
      return changeItem<ChatMessage, MessagePages['pages'][number]>(data, message.id, ({ reactions }) => ({
        ...message,
        reactions,
      }));
    // The first page has the newest.
    const reaching = data.pages.findIndex(({ items: [first] }) => first === undefined || first.place < message.place);
    if (reaching < 0 && data.pages.at(-1)?.next != null) return data;
    const home = reaching < 0 ? data.pages.length - 1 : reaching;
    const pages = data.pages.map((page, index) =>
      index === home ? { ...page, items: [...page.items, message].toSorted((a, b) => a.place - b.place) } : page,
    );
    return { ...data, pages };
  });
}

const changeMessage = (
  client: QueryClient,
  partyId: string,
  id: string,
  change: (item: ChatMessage) => ChatMessage,
): void => patchInLists(client, partyKeys.messages(partyId), id, change);

/** Clears the text of a removed message; its place stays. */
export const clearMessage = (client: QueryClient, partyId: string, id: string): void =>
  changeMessage(client, partyId, id, (item) => ({
    ...item,
    html: '',
    image: null,
    reactions: [],
    visibility: 'removed',
  }));

/** Changes the reactions of a message. @param change from those that are shown */
export const changeReactions = (
  client: QueryClient,
  partyId: string,
  id: string,
  change: (reactions: ChatMessage['reactions']) => ChatMessage['reactions'],
): void => changeMessage(client, partyId, id, (item) => ({ ...item, reactions: change(item.reactions) }));
