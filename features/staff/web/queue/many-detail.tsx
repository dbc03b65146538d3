import { useQueries } from '@tanstack/react-query';
import { Check, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { fullName } from '#people/profiles/web/full-name.ts';
import { useRevealed } from '#content/core/web/revealed.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { itemQuery } from '#features/staff/web/queries.ts';
import { MoveDialogPart } from './move-dialog-part.ts';
import { isQuestion, kindName } from './queue-words.ts';
import { SubjectContent } from './subject-content.tsx';
import { type QueueActions, type ReadItem, useQueueKeys } from './use-queue.ts';

/** Several selected items with their contents, and one decision about those of them that are shown. */
export function ManyDetail({
  itemIds,
  actions,
  onDrop,
  onClear,
}: {
  itemIds: readonly string[];
  actions: QueueActions;
  onDrop: (itemId: string) => void;
  onClear: () => void;
}) {
  const call = useCall();
  const items = useQueries({ queries: itemIds.map((id) => itemQuery(call, id)) }).flatMap(({ data }) => data ?? []);
  // 18+ content decides with the others once somebody has looked at it.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<{ move: 'remove' | 'spammer'; items: readonly ReadItem[] } | null>(null);
  const shown = items.filter((item) => !item.subject.isAdult || seen.has(item.id));
  // Questions are answered one by one.
  const plain = shown.filter((item) => !isQuestion(item.subject.kind));
  const passing = plain.filter(({ can }) => can.keep || can.approve);
  const removable = plain.filter(({ can }) => can.remove);
  const suspendable = plain.filter(({ can }) => can.restrict);
  const accounts = new Set(suspendable.map((item) => item.author.id)).size;
  const pass = passing.length > 0 ? () => void actions.decideMany(passing, 'pass', '') : null;
  const ask = (move: 'remove' | 'spammer', about: readonly ReadItem[]) =>
    about.length > 0 ? () => setAsked({ move, items: about }) : null;
  const remove = ask('remove', removable);
  const spam = ask('spammer', suspendable);
  useQueueKeys({ a: pass, r: remove, s: spam, Escape: onClear });
  return (
    <Card aria-label={`${itemIds.length} selected`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="heading text-lg">{itemIds.length} selected</h2>
        <Button onClick={onClear} size="sm" variant="ghost">
          Select nothing
        </Button>
      </div>
      <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3">
        {items.map((item) => (
          <li className="border-t border-hairline pt-3" key={item.id}>
            <One item={item} onDrop={() => onDrop(item.id)} onSeen={() => setSeen(new Set([...seen, item.id]))} />
          </li>
        ))}
      </ul>
      <div className="staff-decide">
        {pass && (
          <Button icon={<Check aria-hidden="true" size={16} />} onClick={pass} variant="primary">
            Keep or approve {passing.length}
          </Button>
        )}
        {remove && (
          <Button icon={<X aria-hidden="true" size={16} />} onClick={remove} variant="danger">
            Remove {removable.length}
          </Button>
        )}
        {spam && (
          <Button icon={<Trash2 aria-hidden="true" size={16} />} onClick={spam}>
            {accounts === 1 ? 'This is a spammer' : `These ${accounts} are spammers`}
          </Button>
        )}
        {!pass && !remove && !spam && items.length > 0 && (
          <p className="text-sm text-soft">None of these can be decided together. Open them one by one.</p>
        )}
      </div>
      {asked && (
        <MoveDialogPart
          actions={actions}
          items={asked.items}
          move={asked.move}
          onClose={() => setAsked(null)}
          onGiveUp={() => setAsked(null)}
        />
      )}
    </Card>
  );
}

function One({ item, onDrop, onSeen }: { item: ReadItem; onDrop: () => void; onSeen: () => void }) {
  const [isShown, reveal] = useRevealed(item.subject);
  return (
    <>
      <p className="flex flex-wrap items-center gap-1.5 text-sm">
        <Badge>{kindName(item.subject.kind)}</Badge>
        <strong>{fullName(item.author)}</strong>
        <Button className="ms-auto" onClick={onDrop} size="sm" variant="ghost">
          Leave out
        </Button>
      </p>
      <SubjectContent
        isShown={isShown}
        item={item}
        onShow={() => {
          reveal();
          onSeen();
        }}
      />
    </>
  );
}
