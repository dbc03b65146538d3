import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Party, Stage } from '#features/parties/contract/endpoints.ts';
import { participantsQuery } from '#features/parties/web/queries.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Select } from '#platform/web/ui/controls/select.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';

/** What a host chooses: somebody gets the stage, nobody does, or the party ends for all. */
export type Leaving = { readonly kind: 'leave'; readonly stageTo: string | null } | { readonly kind: 'end' };

type Choice = 'hand-over' | 'leave' | 'end';

const labels: Readonly<Record<Choice, string>> = {
  'hand-over': 'Hand over and leave',
  leave: 'Leave',
  end: 'End Party',
};

/** Asks a host who leaves what becomes of the stage. */
export default function LeaveDialog({
  party,
  holder,
  onClose,
  onLeave,
}: {
  party: Party;
  holder: Stage['holder'];
  onClose: () => void;
  onLeave: (leaving: Leaving) => void;
}) {
  const call = useCall();
  const { data } = useSuspenseInfiniteQuery(participantsQuery(call, party.id));
  const others = data.pages.flatMap((page) => page.items).filter(({ isHost, person }) => !isHost && person.id !== null);
  const holds = holder === null || holder.id === party.host.id;
  const mayHandOver = holds && others.length > 0;
  // Who is there may arrive after the question: until the host chooses, the first option that is open counts.
  const [choice, setChoice] = useState<Choice>('hand-over');
  const [chosen, setChosen] = useState('');
  // Who was chosen may leave meanwhile.
  const heir = others.find(({ person }) => person.id === chosen) ?? others[0];
  const current = choice === 'hand-over' && !mayHandOver ? 'leave' : choice;
  const option = (value: Choice, label: string, hint: string) => (
    <label className="party-choice" htmlFor={`leaving-${value}`}>
      <input
        checked={current === value}
        id={`leaving-${value}`}
        name="leaving"
        onChange={() => setChoice(value)}
        type="radio"
        value={value}
      />
      <b>{label}</b>
      <span className="text-sm text-soft">{hint}</span>
    </label>
  );
  return (
    <ConfirmDialog
      confirmLabel={labels[current]}
      danger={current === 'end'}
      description="Everybody in the room sees at once that you have left."
      onConfirm={() => {
        if (current === 'end') return onLeave({ kind: 'end' });
        onLeave({ kind: 'leave', stageTo: current === 'hand-over' ? (heir?.person.id ?? null) : null });
      }}
      onOpenChange={(open) => !open && onClose()}
      open
      title={`Leave "${party.name}"?`}
    >
      <fieldset className="mt-2 grid gap-1">
        <legend className="sr-only">What becomes of the stage</legend>
        {mayHandOver && option('hand-over', 'Hand over the stage', 'They play, pause and skip until you are back.')}
        {mayHandOver && current === 'hand-over' && (
          <div className="ms-9 mb-1">
            <Select
              aria-label="Who gets the stage"
              onChange={(event) => setChosen(event.target.value)}
              value={heir?.person.id ?? ''}
            >
              {others.map(({ person }) => (
                <option key={person.id} value={person.id!}>
                  {person.displayName}
                </option>
              ))}
            </Select>
          </div>
        )}
        {option(
          'leave',
          'Just leave',
          holds
            ? 'The queue plays on. Whoever is here longest may take the stage.'
            : `${holder.displayName} keeps the stage.`,
        )}
        {option('end', 'End the party', 'Nothing plays any more, and nobody can write. Chat and tracklist stay.')}
      </fieldset>
    </ConfirmDialog>
  );
}
