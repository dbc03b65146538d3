import { Check } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { Poll } from '#features/feed/contract/endpoints.ts';
import { countText } from '#platform/web/lib/format.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';

/** The longest wait that a timer takes, in milliseconds. */
const LONGEST_MS = 2_000_000_000;

/** A poll: one choice, votes are secret, results after voting or closing. */
export function PollBox({
  poll,
  canVote,
  signedIn,
  onVote,
  onClosed,
}: {
  poll: Poll;
  canVote: boolean;
  signedIn: boolean;
  onVote: (optionId: string) => Promise<void>;
  /** Its end has come while the page was open. */
  onClosed: () => void;
}) {
  const isOpen = !poll.isClosed && poll.mine === null;
  useEffect(() => {
    if (poll.isClosed) return;
    const wait = Date.parse(poll.closesAt) - Date.now();
    if (wait > LONGEST_MS) return;
    const timer = setTimeout(onClosed, Math.max(1000, wait + 500));
    return () => clearTimeout(timer);
    // Each render creates another function for the same action.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [poll.closesAt, poll.isClosed]);
  return (
    <div className="rounded-control border border-hairline bg-sunken p-3 md:p-4">
      {isOpen && canVote ? <Ballot onVote={onVote} poll={poll} /> : <Results poll={poll} />}
      <p className="mt-3 flex flex-wrap items-center gap-x-2 text-sm text-faint">
        <span>
          <span className="tape">{countText(poll.total)}</span> {poll.total === 1 ? 'vote' : 'votes'}
        </span>
        <span aria-hidden="true">·</span>
        <span>
          {poll.isClosed ? 'closed' : 'closes'} <RelativeTime date={poll.closesAt} />
        </span>
        {isOpen && !signedIn && (
          <AppLink className="link" to="/auth">
            Sign in to vote
          </AppLink>
        )}
      </p>
    </div>
  );
}

function Ballot({ poll, onVote }: { poll: Poll; onVote: (optionId: string) => Promise<void> }) {
  const name = `poll-${poll.options[0]!.id}`;
  const [choice, setChoice] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (choice === null || busy) return;
    setBusy(true);
    await onVote(choice);
    setBusy(false);
  };
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
        <legend className="mb-2 font-semibold wrap-anywhere">{poll.question}</legend>
        {poll.options.map((option) => (
          <label
            key={option.id}
            className="flex min-h-10 items-center gap-3 rounded-control border border-control-line bg-surface px-3 py-1.5 hover:bg-hover has-checked:border-primary-text pointer-coarse:min-h-11"
          >
            <input
              checked={choice === option.id}
              className="radio shrink-0"
              name={name}
              onChange={() => setChoice(option.id)}
              type="radio"
              value={option.id}
            />
            <span className="min-w-0 wrap-anywhere">{option.label}</span>
          </label>
        ))}
      </fieldset>
      <Button busy={busy} className="mt-3" disabled={choice === null} size="sm" type="submit">
        Vote
      </Button>
    </form>
  );
}

function Results({ poll }: { poll: Poll }) {
  const most = Math.max(0, ...poll.options.map(({ count }) => count ?? 0));
  return (
    <>
      <p className="mb-2 font-semibold wrap-anywhere">{poll.question}</p>
      <ul className="grid gap-1.5">
        {poll.options.map((option) => {
          const share = option.count === null || poll.total === 0 ? 0 : option.count / poll.total;
          const isMine = option.id === poll.mine;
          return (
            <li
              key={option.id}
              className="relative flex min-h-10 items-center gap-3 overflow-hidden rounded-control border border-hairline bg-surface px-3 py-1.5"
            >
              {option.count !== null && (
                <span
                  aria-hidden="true"
                  className={classes('absolute inset-y-0 start-0', isMine ? 'bg-primary-wash' : 'bg-hover')}
                  style={{ width: `${(share * 100).toFixed(1)}%` }}
                />
              )}
              <span className="relative flex min-w-0 flex-1 items-center gap-1.5 wrap-anywhere">
                {isMine && (
                  <Check aria-label="Your choice" className="shrink-0 text-primary-text" role="img" size={15} />
                )}
                <span
                  className={classes(
                    'min-w-0',
                    option.count !== null && option.count === most && most > 0 && 'font-semibold',
                  )}
                >
                  {option.label}
                </span>
              </span>
              {option.count !== null && (
                <span className="tape relative text-sm text-soft">
                  {Math.round(share * 100)}%
                  <span className="sr-only">
                    , {option.count} {option.count === 1 ? 'vote' : 'votes'}
                  </span>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
