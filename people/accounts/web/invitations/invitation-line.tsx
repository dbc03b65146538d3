import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invitation } from '#people/accounts/contract/endpoints.ts';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { invitationsQuery } from '../queries.ts';

const ConfirmDialog = latePart(() => import('#platform/web/ui/overlays/confirm-dialog.tsx'), {
  name: 'The question',
  notice: 'float',
});

const states = {
  open: { label: 'Open', tone: 'ok' },
  used: { label: 'Used', tone: 'secondary' },
  revoked: { label: 'Revoked', tone: 'danger' },
  expired: { label: 'Expired', tone: 'neutral' },
} as const;

/** One invitation: for whom, what became of it, until when, by whom and who joined. */
export function InvitationLine({ invitation }: { invitation: Invitation }) {
  const [asking, setAsking] = useState(false);
  const { label, tone } = states[invitation.state];
  const isOpen = invitation.state === 'open';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5 md:px-4">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex min-w-0 items-center gap-2">
          <span className="min-w-0 font-semibold wrap-anywhere">{invitation.email ?? 'Whoever has the link'}</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
          {isOpen ? (
            <span>
              Until <LocalDate date={invitation.expiresAt} />
            </span>
          ) : (
            <span>
              Made <LocalDate date={invitation.createdAt} />
            </span>
          )}
          {invitation.invitedBy && (
            <span className="inline-flex min-w-0 items-center gap-1">
              by <PersonName badge={false} person={invitation.invitedBy} />
            </span>
          )}
          {invitation.joined && (
            <span className="inline-flex min-w-0 items-center gap-1">
              joined: <PersonName badge={false} person={invitation.joined} />
            </span>
          )}
        </p>
      </div>
      {isOpen && (
        <Button
          aria-label={`Revoke the invitation for ${invitation.email ?? 'whoever has the link'}`}
          onClick={() => setAsking(true)}
          onFocus={ConfirmDialog.preload}
          onPointerEnter={ConfirmDialog.preload}
          size="sm"
        >
          Revoke
        </Button>
      )}
      {asking && <RevokeDialog id={invitation.id} onClose={() => setAsking(false)} />}
    </li>
  );
}

function RevokeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const call = useCall();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    try {
      await call('DELETE /invitations/:invitationId', { params: { invitationId: id } });
      toast({ title: 'Invitation revoked', description: 'Its link works no more.', kind: 'success' });
    } catch (error) {
      failureToast(error);
    }
    await queries.invalidateQueries({ queryKey: invitationsQuery(call).queryKey });
    onClose();
  };
  return (
    <ConfirmDialog
      busy={busy}
      confirmLabel="Revoke"
      danger
      description="Its link works no more. You can make another one."
      onConfirm={() => void revoke()}
      onGiveUp={onClose}
      onOpenChange={(open) => !open && onClose()}
      open
      title="Revoke this invitation?"
    />
  );
}
