import { Plus, X } from 'lucide-react';
import { feed } from '#features/feed/contract/limits.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import type { PollDraft } from './draft-choice.ts';
import { numberOf } from '#platform/web/ui/controls/form/number.ts';

/** Writes a poll: a question, two to six options, and how long it is open. */
export function PollFields({
  poll,
  onChange,
  onRemove,
}: {
  poll: PollDraft;
  onChange: (poll: PollDraft) => void;
  onRemove: () => void;
}) {
  const { options } = poll;
  const put = (at: number, option: string) =>
    onChange({ ...poll, options: options.map((old, index) => (index === at ? option : old)) });
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-control border border-hairline p-3">
      <legend className="sr-only">Poll</legend>
      <TextField
        aside="Votes are secret"
        label="Question"
        maxLength={feed.pollQuestionMax}
        onChange={(event) => onChange({ ...poll, question: event.target.value })}
        value={poll.question}
      />
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((option, at) => (
          // Options have no names but their places.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className="flex items-end gap-1">
            <TextField
              className="min-w-0 flex-1"
              label={`Option ${at + 1}`}
              maxLength={feed.pollOptionMax}
              onChange={(event) => put(at, event.target.value)}
              value={option}
            />
            {options.length > feed.pollOptionsMin && (
              <IconButton
                icon={<X aria-hidden="true" size={16} />}
                label={`Remove option ${at + 1}`}
                onClick={() => onChange({ ...poll, options: options.filter((_, index) => index !== at) })}
              />
            )}
          </div>
        ))}
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <SelectField
          className="w-40"
          label="Open for"
          onChange={(event) => onChange({ ...poll, days: numberOf(event.target.value, poll.days) })}
          options={feed.pollDays.map((days) => ({ value: String(days), label: days === 1 ? '1 day' : `${days} days` }))}
          value={String(poll.days)}
        />
        <div className="flex gap-2">
          {options.length < feed.pollOptionsMax && (
            <Button
              icon={<Plus aria-hidden="true" size={15} />}
              onClick={() => onChange({ ...poll, options: [...options, ''] })}
              size="sm"
            >
              Add option
            </Button>
          )}
          <Button onClick={onRemove} size="sm" variant="ghost">
            Remove poll
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
