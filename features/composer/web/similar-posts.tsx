import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCall } from '#platform/web/lib/api.ts';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { titleWords } from './title-words.ts';

/** Milliseconds after the last key until the search is asked. */
const WAIT_MS = 700;
/** Posts that are offered. */
const SHOWN = 3;

/** Posts that may say already what a new one asks, found by the search while its title is written. */
export function SimilarPosts({ text }: { text: string }) {
  const call = useCall();
  const typed = titleWords(text).join(' ');
  const [words, setWords] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed), WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useQuery({
    queryKey: ['search', 'similar', words],
    queryFn: async ({ signal }) => {
      const find = async (q: string) => (await call('GET /search', { query: { q, type: 'post' }, signal })).items;
      const all = await find(words);
      if (all.length > 0) return all.slice(0, SHOWN);
      // No post has them all: those that have two of them.
      const parts = words.split(' ');
      const pairs = parts.length < 3 ? [] : parts.map((left) => parts.filter((word) => word !== left).join(' '));
      const similar = (await Promise.all(pairs.map(find))).flat();
      return [...new Map(similar.map((post) => [post.id, post])).values()].slice(0, SHOWN);
    },
    enabled: words !== '',
    staleTime: 60_000,
    // A help that may be missing: nothing is said of a search that fails.
    retry: false,
  });
  const posts = words === '' ? [] : (data ?? []);
  return (
    <div aria-live="polite">
      {posts.length > 0 && (
        <section aria-label="Similar posts" className="rounded-control border border-hairline bg-sunken px-3 py-2">
          <h3 className="text-sm font-semibold">Similar posts</h3>
          <ul>
            {posts.map(({ id, url, title }) => (
              <li key={id}>
                <AppLink
                  className="inline-block max-w-full truncate py-1 text-secondary-text hover:underline"
                  dir="auto"
                  to={url}
                >
                  {title.text}
                </AppLink>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
