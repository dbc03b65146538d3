import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { Checklist as List } from '#features/staff/contract/operations.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { useDecision } from '#features/staff/web/actions.ts';
import { PresetButtons } from './sections-editor.tsx';
import { checklistQuery } from '#features/staff/web/queries.ts';

/** How often the list is polled for a test mail: milliseconds between two requests, and how many there are. */
const POLL = { everyMs: 2000, times: 8 };

/** What an owner does before members come, on Overview; nothing once an admin has put it away. */
export function Checklist() {
  const call = useCall();
  const id = useId();
  const [polls, setPolls] = useState(0);
  const { data } = useQuery({
    ...checklistQuery(call),
    refetchInterval: ({ state }) => state.dataUpdateCount < polls && POLL.everyMs,
  });
  const decide = useDecision();
  const { busy, run } = useAction();
  if (!data?.isShown) return null;
  const done = data.items.filter((item) => item.isDone).length;
  const putAway = () =>
    run(async () => {
      await decide(
        (ask) => ask('PUT /staff/settings/:name', { params: { name: 'showChecklist' }, body: { value: false } }),
        {
          done: { title: 'Checklist put away', description: 'Site settings bring it back.' },
        },
      );
    });
  return (
    <section aria-labelledby={id} className="mb-6 rounded-card border border-hairline bg-surface">
      <div className="flex flex-wrap items-center gap-2 border-b border-hairline px-3 py-2">
        <h2 className="heading text-base" id={id}>
          Before members come
        </h2>
        <span className="text-sm text-soft">
          {done} of {data.items.length} done
        </span>
        <Button
          busy={busy}
          className="ms-auto"
          icon={<X aria-hidden="true" size={16} />}
          onClick={() => void putAway()}
          size="sm"
          variant="ghost"
        >
          Put away
        </Button>
      </div>
      <ol aria-labelledby={id} className="divide-y divide-hairline">
        {data.items.map((item) => (
          <li key={item.key}>
            <Line item={item} onSent={() => setPolls((now) => now + POLL.times)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Line({ item, onSent }: { item: List['items'][number]; onSent: () => void }) {
  const decide = useDecision();
  const { busy, run } = useAction();
  const sendTest = () =>
    run(async () => {
      const isSent = await decide((call) => call('POST /staff/test-mail'), {
        done: { title: 'Test mail sent', description: 'It goes to your own address.' },
      });
      if (isSent) onSent();
    });
  const choose = (value: boolean) =>
    run(async () => {
      await decide(
        (call) => call('PUT /staff/settings/:name', { params: { name: 'onlyAdminsAssign' }, body: { value } }),
        { done: { title: 'Saved', description: 'Site settings change it at any time.' } },
      );
    });
  const Icon = item.isDone ? CircleCheck : CircleDashed;
  return (
    <div className="staff-row items-start">
      <Icon aria-hidden="true" className={`mt-0.5 shrink-0 ${item.isDone ? 'text-ok' : 'text-faint'}`} size={20} />
      <div className="min-w-0 flex-1 basis-52">
        <p>
          <strong>{item.title}</strong> <span className="sr-only">{item.isDone ? '(done)' : '(open)'}</span>
        </p>
        <p className="max-w-prose text-sm text-soft">{item.text}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {item.key === 'mail' && (
          <Button busy={busy} onClick={() => void sendTest()} size="sm">
            Send a test mail
          </Button>
        )}
        {item.key === 'sections' && !item.isDone && <PresetButtons />}
        {item.key === 'staff' && !item.isDone && (
          <>
            <Button busy={busy} onClick={() => void choose(true)} size="sm">
              Only admins
            </Button>
            <Button busy={busy} onClick={() => void choose(false)} size="sm">
              Moderators too
            </Button>
          </>
        )}
        {item.link && (
          <AppLink className="link px-1 text-sm" to={item.link.to}>
            {item.link.label}
          </AppLink>
        )}
      </div>
    </div>
  );
}
