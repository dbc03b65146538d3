import { useInfiniteQuery } from '@tanstack/react-query';
import { AudioLines, Image, MessageSquareText, PartyPopper, Trophy, UserCheck } from 'lucide-react';
import type { ActivityLine } from '#people/profiles/contract/appearance.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { startingAt, useStart } from '#platform/web/lib/list-start.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { activityQuery } from './queries.ts';

const icons: Record<ActivityLine['kind'], typeof Image> = {
  friendship: UserCheck,
  post: MessageSquareText,
  upload: AudioLines,
  rank: Trophy,
  gallery: Image,
  party: PartyPopper,
};

/** What one member did, where they show it. */
export function MemberActivity({ username, name }: { username: string; name: string }) {
  const call = useCall();
  const list = useInfiniteQuery(startingAt(activityQuery(call, username), useStart()));
  const { data, error, refetch } = list;
  const lines = itemsOf(data);
  return (
    <section aria-labelledby="activity">
      <h2 className="sr-only" id="activity">
        Activity
      </h2>
      {error && !data && <ErrorState onRetry={() => void refetch()} title="The activity could not be loaded." />}
      {!data && !error && <ListSkeleton rows={4} />}
      {data && lines.length === 0 && <EmptyState title="No activity yet." />}
      {lines.length > 0 && (
        <Card flush>
          <ul className="divide-y divide-hairline">
            {lines.map((line) => (
              <Line key={line.id} line={line} name={name} />
            ))}
          </ul>
        </Card>
      )}
      <ListEnd linked list={list} />
    </section>
  );
}

function Line({ line, name }: { line: ActivityLine; name: string }) {
  const Icon = icons[line.kind];
  const said = `${name} ${line.text}`;
  return (
    <li className="relative flex items-start gap-3 px-3 py-2.5 has-[.row-link:hover]:bg-hover md:px-4">
      <Icon aria-hidden="true" className="mt-0.5 shrink-0 text-secondary-text" size={18} />
      <p className="min-w-0 flex-1 break-words">
        {line.path === null ? (
          said
        ) : (
          <AppLink className="row-link after:absolute after:inset-0 hover:underline" to={line.path}>
            {said}
          </AppLink>
        )}
      </p>
      <RelativeTime className="shrink-0 text-sm text-faint" date={line.at} />
    </li>
  );
}
