import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type News, useNews } from '#web/lib/news.ts';
import { subscribe } from '#web/lib/socket.ts';
import { forumKeys } from './queries.ts';

/** A text of an event's data. */
function textIn(data: unknown, name: 'id' | 'category'): string {
  const value = (data as Readonly<Record<string, unknown>> | null)?.[name];
  return typeof value === 'string' ? value : '';
}

/**
 * New posts since the list was loaded, as a count: nothing moves under the reader. One component for each category.
 * @param choice key of the fixed category or id of the row that is shown; empty for all.
 * @param adult whether 18+ posts stand among all.
 * @param shown the list as it stands.
 */
export function useNewPosts(choice: string, adult: boolean, shown: readonly { readonly id: string }[]): News {
  const client = useQueryClient();
  const news = useNews(shown);
  const { add } = news;
  useEffect(() => {
    return subscribe('forum', {
      onEvent(event) {
        // A row that changed is read when the list is loaded next.
        if (event.type !== 'post_created') {
          void client.invalidateQueries({ queryKey: forumKeys.lists, refetchType: 'none' });
          return;
        }
        const category = textIn(event.data, 'category');
        const belongs = choice === '' ? adult || category !== 'nsfw' : category === choice;
        if (belongs) add(textIn(event.data, 'id'));
      },
    });
  }, [choice, adult, client, add]);
  return news;
}
