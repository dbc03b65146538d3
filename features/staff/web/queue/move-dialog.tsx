import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { moderation as limits } from '#content/moderation/contract/limits.ts';
import { fullName } from '#people/profiles/web/full-name.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { numberOf } from '#platform/web/ui/controls/form/number.ts';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { templatesQuery } from '#features/staff/web/queries.ts';
import { type RestrictionKind, endOf, ends, useRestrict } from '#features/staff/web/members/restricting.ts';
import { type QueueActions, type QueueMove, type ReadItem, useSaveTemplates } from './use-queue.ts';

/** Props of {@link MoveDialog}. */
export interface MoveDialogProps {
  move: QueueMove;
  /** What it is about: one item, or several to remove. */
  items: readonly ReadItem[];
  actions: QueueActions;
  onClose: () => void;
}

const isRestriction = (move: QueueMove): move is RestrictionKind =>
  move === 'warning' || move === 'silence' || move === 'suspension';

/** The texts of a decision's dialog. */
function wordsOf(move: QueueMove, items: readonly ReadItem[]): { title: string; description: string; label: string } {
  const item = items[0]!;
  const accounts = new Set(items.map((one) => one.author.id)).size;
  const name = fullName(item.author);
  if (items.length > 1 && move === 'remove')
    return {
      title: `Remove these ${items.length}?`,
      description: 'Their authors are notified with the reason, and who reported them with the decision.',
      label: `Remove ${items.length}`,
    };
  const waits = item.subject.visibility === 'held';
  return {
    remove:
      item.subject.kind === 'appeal'
        ? { title: 'Uphold the decision?', description: 'The member reads why it stays.', label: 'Uphold' }
        : {
            title: waits ? 'Reject it?' : 'Remove it?',
            description: 'Its author is notified with the reason, and who reported it with the decision.',
            label: waits ? 'Reject' : 'Remove',
          },
    hold: { title: 'Hold it?', description: 'Only its author and staff see it until it is decided.', label: 'Hold' },
    ask: {
      title: 'Ask its author to change it?',
      description: 'They read what to change. Only they and staff see it until you have looked at the change.',
      label: 'Ask',
    },
    escalate: {
      title: 'Hand it to admins?',
      description: 'They are notified, and alone decide it.',
      label: 'Hand over',
    },
    warning: { title: `Warn ${name}?`, description: 'The member reads the reason.', label: 'Warn' },
    silence: { title: `Silence ${name}?`, description: 'They read, but do not post, until the end.', label: 'Silence' },
    suspension: {
      title: `Suspend ${name}?`,
      description: 'They read why and until when, and can do nothing else.',
      label: 'Suspend',
    },
    spammer: {
      title: accounts > 1 ? `Are these ${accounts} accounts spammers?` : `Is ${name} a spammer?`,
      description:
        'All that they made lately is removed, the account is suspended, and its sessions end. You can undo it as one.',
      label: accounts > 1 ? `Remove the spam of ${accounts}` : 'Remove the spam',
    },
  }[move];
}

const spans = [
  { value: '1', label: 'Of the last day' },
  { value: String(limits.spamDays), label: 'Of the last week' },
  { value: String(limits.spamDaysMax), label: 'Of the last 30 days' },
];

/** Asks for the reason of a decision, with the own templates. */
export default function MoveDialog({ move, items: current, actions, onClose }: MoveDialogProps) {
  // As it was read when the question was asked, also where the page behind it shows a newer one meanwhile.
  const [items] = useState(current);
  const item = items[0]!;
  const restrict = useRestrict();
  const { data } = useQuery(templatesQuery(useCall()));
  const [reason, setReason] = useState(move === 'spammer' ? 'Advertising.' : '');
  const [days, setDays] = useState(String(limits.spamDays));
  const [end, setEnd] = useState<string>(ends[1].value);
  const [isMissing, setIsMissing] = useState(false);
  const { busy, run } = useAction();
  const words = wordsOf(move, items);
  const templates = data?.items ?? [];
  const rules = data?.rules ?? [];
  const text = reason.trim();
  const confirm = async () => {
    if (text === '' && move !== 'hold') return setIsMissing(true);
    await run(async () => {
      const isDone = isRestriction(move)
        ? await restrict(item.author.id ?? '', move, text, endOf(end))
        : move === 'spammer'
          ? await actions.markSpammers(items, numberOf(days, limits.spamDays), text)
          : move === 'remove'
            ? items.length > 1
              ? await actions.decideMany(items, 'remove', text)
              : await actions.decide(item, 'remove', text)
            : await actions[move](item, text);
      if (isDone) onClose();
    });
  };
  return (
    <ConfirmDialog
      busy={busy}
      confirmLabel={words.label}
      danger={move !== 'escalate' && move !== 'hold' && move !== 'ask'}
      description={words.description}
      onConfirm={() => void confirm()}
      onOpenChange={(open) => !open && onClose()}
      open
      title={words.title}
    >
      <Reasons onChoose={setReason} reason={reason} rules={rules} templates={templates} />
      <TextArea
        className="mt-2"
        error={isMissing ? 'Say why.' : undefined}
        label={move === 'hold' ? 'Reason (optional)' : 'Reason'}
        maxLength={limits.reasonMax}
        onChange={(event) => {
          setIsMissing(false);
          setReason(event.target.value);
        }}
        rows={3}
        value={reason}
      />
      {(move === 'silence' || move === 'suspension') && (
        <SelectField
          className="mt-2"
          label="Until"
          onChange={(event) => setEnd(event.target.value)}
          options={ends}
          value={end}
        />
      )}
      {move === 'spammer' && (
        <SelectField
          className="mt-2"
          label="What they made"
          onChange={(event) => setDays(event.target.value)}
          options={spans}
          value={days}
        />
      )}
      <TemplateButtons templates={templates} text={text} />
    </ConfirmDialog>
  );
}

/** Reasons to choose from: the own templates, and the rules of the site. */
function Reasons({
  templates,
  rules,
  reason,
  onChoose,
}: {
  templates: readonly string[];
  rules: readonly string[];
  reason: string;
  onChoose: (reason: string) => void;
}) {
  const all = [...new Set([...templates, ...rules])];
  if (all.length === 0) return null;
  const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
  return (
    <SelectField
      className="mt-2"
      label="Template or rule"
      onChange={(event) => event.target.value !== '' && onChoose(event.target.value)}
      options={[{ value: '', label: 'Own words' }, ...all.map((text) => ({ value: text, label: short(text) }))]}
      value={all.includes(reason) ? reason : ''}
    />
  );
}

/** Keeps a reason as an own template, or deletes the one that it is. */
function TemplateButtons({ templates, text }: { templates: readonly string[]; text: string }) {
  const save = useSaveTemplates();
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {text !== '' && text.length <= limits.templateMax && !templates.includes(text) && (
        <Button
          disabled={templates.length >= limits.templatesMax}
          onClick={() => void save([...templates, text])}
          size="sm"
          variant="ghost"
        >
          Save as template
        </Button>
      )}
      {templates.includes(text) && (
        <Button onClick={() => void save(templates.filter((template) => template !== text))} size="sm" variant="ghost">
          Delete this template
        </Button>
      )}
    </div>
  );
}
