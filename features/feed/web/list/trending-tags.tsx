import { useSuspenseQuery } from '@tanstack/react-query';
import { useCall } from '#platform/web/lib/api.ts';
import { Card, CardHeading } from '#platform/web/ui/card.tsx';
import { Counter } from '#platform/web/ui/counter.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { feedAddress } from './filter.ts';
import { trendingQuery } from '#features/feed/web/queries.ts';

/** The most used hashtags of the last days, each leading to its uploads; nothing where there are none. */
export function Trending() {
  const call = useCall();
  const tags = useSuspenseQuery(trendingQuery(call)).data.items;
  if (tags.length === 0) return null;
  return (
    <Card>
      <CardHeading>Trending</CardHeading>
      <ul className="-my-1">
        {tags.map(({ tag, count }) => (
          <li key={tag}>
            <AppLink
              className="-mx-2 flex min-h-8 items-center justify-between gap-3 rounded-control px-2 hover:bg-hover pointer-coarse:min-h-11"
              to={feedAddress({ tag })}
            >
              <span className="min-w-0 truncate font-semibold">#{tag}</span>
              <Counter className="text-sm text-faint" value={count} />
            </AppLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
