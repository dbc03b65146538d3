import { useId, useState } from 'react';
import type { Input } from '#site/contract/contract.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { complaintAddress } from './complaint-address.ts';

type Report = Input<'POST /reports'>['body'];

const reasons: readonly { value: Report['reason']; label: string }[] = [
  { value: 'spam', label: 'Spam or advertising' },
  { value: 'abuse', label: 'Abuse or harassment' },
  { value: 'private_information', label: 'Private information about a person' },
  { value: 'adult', label: '18+ and not marked so' },
  { value: 'copyright', label: 'Somebody else owns it' },
  { value: 'other', label: 'Something else' },
];

/** Reports content to staff. */
export default function ReportDialog({
  kind,
  what,
  id,
  open,
  onOpenChange,
}: {
  kind: Report['kind'];
  /** What it is, in one word: "post". */
  what: string;
  id: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const call = useCall();
  const name = useId();
  const [reason, setReason] = useState<Report['reason']>('spam');
  const [note, setNote] = useState('');
  const { busy, run } = useAction();
  const send = () =>
    run(async () => {
      await call('POST /reports', { body: { kind, id, reason, note } });
      toast({ title: 'Report sent', description: 'Staff will look at it.', kind: 'success' });
      onOpenChange(false);
    });
  return (
    <Dialog
      description="Only staff see who reported."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)} variant="ghost">
            Cancel
          </Button>
          <Button busy={busy} onClick={() => void send()} variant="primary">
            Send report
          </Button>
        </>
      }
      onOpenChange={onOpenChange}
      open={open}
      size="sm"
      title={`Report this ${what}`}
    >
      <fieldset className="mb-4 grid">
        <legend className="mb-1 text-sm font-semibold">What is wrong</legend>
        {reasons.map(({ value, label }) => (
          <label
            key={value}
            className="-mx-2 flex min-h-9 items-center gap-3 rounded-control px-2 hover:bg-hover pointer-coarse:min-h-11"
          >
            <input
              checked={reason === value}
              className="radio"
              name={name}
              onChange={() => setReason(value)}
              type="radio"
              value={value}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {reason === 'copyright' && (
        <p className="mb-4 text-sm text-soft">
          Staff can look at it. If you own it, or may speak for who does, make a{' '}
          <AppLink className="link" to={complaintAddress({ kind, id })}>
            copyright complaint
          </AppLink>
          .
        </p>
      )}
      <TextArea
        aside="optional"
        label="Anything staff should know"
        maxLength={1000}
        onChange={(event) => setNote(event.target.value)}
        rows={3}
        value={note}
      />
    </Dialog>
  );
}
