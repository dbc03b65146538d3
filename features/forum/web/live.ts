import { useQueryClient } from '@tanstack/react-query';
import { type News, useNews } from '#platform/web/lib/news.ts';
import { useLive } from '#platform/web/lib/socket/use-live.ts';
import { forumKeys } from './queries.ts';

/**
 * New posts since the list was loaded, as a count: nothing moves under the reader. One component for each category.
 * @param choice key of the fixed category or id of the row that is shown; empty for all.
 * @param adult whether 18+ posts stand among all.
 * @param shown the list as it stands.
 */
export function useNewPosts(choice: string, adult: boolean, shown: readonly { readonly id: string }[]): News {
  const client = useQueryClient();
  const news = useNews(shown);
  useLive('forum', {
    post_created({ id, category }) {
      if (choice === '' ? adult || category !== 'nsfw' : category === choice) news.add(id);
    },
    // A row that changed is read when the list is loaded next.
    list_changed: () => void client.invalidateQueries({ queryKey: forumKeys.lists, refetchType: 'none' }),
  });
  return news;
}
