import { useQuery } from '@tanstack/react-query';
import type { Party } from '#features/parties/contract/endpoints.ts';
import { RichText } from '#platform/web/ui/rich-text.tsx';
import { useSecond } from '#features/player/web/engine/use-player.ts';
import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { durationText } from '#platform/web/lib/format.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { partyKeys } from '#features/parties/web/queries.ts';
import { type RecordItem, messagesDuring, messagesUntil, positionWhen } from './replay.ts';

/** Messages that are shown at once. */
const SHOWN = 5;

/** What was written up to this position of the track, the newest last. It follows the player. */
export default function ReplayChat({ party, played }: { party: Party; played: RecordItem }) {
  const call = useCall();
  const second = useSecond(true);
  const query = useQuery({
    queryKey: [...partyKeys.record(party.id), played.item.id, 'messages'],
    queryFn: () => messagesDuring(call, party.id, played),
    staleTime: Infinity,
  });
  const shown = messagesUntil(query.data ?? [], played, second * 1000 + 999, party.hiddenAuthors).slice(-SHOWN);
  return (
    <section
      aria-label={`Written during ${played.item.title}`}
      className="grid min-h-16 content-end gap-2 rounded-control bg-sunken p-3 text-sm"
    >
      {query.isError ? (
        <p className="flex flex-wrap items-center gap-2">
          The chat could not be loaded.
          <Button onClick={() => void query.refetch()} size="sm">
            Try again
          </Button>
        </p>
      ) : shown.length === 0 ? (
        <p className="text-soft">
          {query.isPending ? 'The chat is loading…' : 'Nobody has written to this track yet.'}
        </p>
      ) : (
        <ul className="grid gap-2">
          {shown.map((message) => (
            <li className="flex min-w-0 gap-2" key={message.id}>
              <span className="tape shrink-0 text-faint">
                {durationText(positionWhen(played, message.createdAt) / 1000)}
              </span>
              <div className="min-w-0 flex-1">
                <span className="font-semibold">
                  <DisplayName name={message.author.displayName} />
                </span>
                {message.html === '' ? <p className="text-soft">shared an image</p> : <RichText html={message.html} />}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
