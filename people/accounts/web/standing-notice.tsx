import { Ban, HardDrive, MailWarning, MicOff, ScrollText, ShieldAlert, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Session, Viewer } from '#people/accounts/contract/endpoints.ts';
import { shownErrors } from '#platform/contract/shown-errors.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';

/** Above every page of a member who may not write: why, and what can be done about it. */
export function StandingNotice({ viewer }: { viewer: Viewer }) {
  if (viewer.twoFactorMissing) {
    return (
      <Strip
        action={
          <ButtonLink size="sm" to="/settings/account">
            Set it up
          </ButtonLink>
        }
        danger
        icon={<ShieldAlert aria-hidden="true" size={18} />}
      >
        {shownErrors.two_factor_setup_required.text}
      </Strip>
    );
  }
  if (viewer.suspendedUntil !== null) {
    return (
      <Strip action={<Why />} danger icon={<Ban aria-hidden="true" size={18} />}>
        {shownErrors.suspended.text} <Ends at={viewer.suspendedUntil} />
      </Strip>
    );
  }
  if (!viewer.verified) {
    return (
      <Strip action={<SendAgain />} icon={<MailWarning aria-hidden="true" size={18} />}>
        Verify your email address to post and reply. The link is in your inbox.
      </Strip>
    );
  }
  if (viewer.silencedUntil !== null) {
    return (
      <Strip action={<Why />} icon={<MicOff aria-hidden="true" size={18} />}>
        {shownErrors.silenced.text} <Ends at={viewer.silencedUntil} />
      </Strip>
    );
  }
  if (viewer.legalPending) {
    return (
      <Strip
        action={
          <ButtonLink size="sm" to="/legal/accept">
            Read and accept
          </ButtonLink>
        }
        icon={<ScrollText aria-hidden="true" size={18} />}
      >
        {shownErrors.terms_acceptance_required.title}. {shownErrors.terms_acceptance_required.text}
      </Strip>
    );
  }
  return null;
}

/** Above every page while nothing can be saved. Staff read what to do. */
export function ReadOnlyNotice({
  readOnly: { why, until, text },
  isStaff,
}: {
  readOnly: NonNullable<Session['site']['readOnly']>;
  isStaff: boolean;
}) {
  if (why === 'maintenance') {
    return (
      <Strip
        action={
          isStaff && (
            <ButtonLink size="sm" to="/admin/site-settings">
              Settings
            </ButtonLink>
          )
        }
        icon={<Wrench aria-hidden="true" size={18} />}
      >
        {text === '' ? 'The site is under maintenance: it can be read, and nothing can be saved.' : text}{' '}
        {until !== null && <Ends at={until} />}
      </Strip>
    );
  }
  return (
    <Strip danger icon={<HardDrive aria-hidden="true" size={18} />}>
      The site can only be read at the moment: its disk is full.{' '}
      {isStaff
        ? 'The operator has to make room on the disk of the data folder; then it takes writes again by itself.'
        : 'Nothing that was saved is lost. Please try again later.'}
    </Strip>
  );
}

function Why() {
  return (
    <ButtonLink size="sm" to="/decisions">
      Why, and how to appeal
    </ButtonLink>
  );
}

function Ends({ at }: { at: string }) {
  // A far date means no end.
  if (at.startsWith('9999')) return null;
  return (
    <span className="text-soft">
      Ends <RelativeTime date={at} />.
    </span>
  );
}

function Strip({
  danger,
  icon,
  action,
  children,
}: {
  danger?: boolean;
  icon: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      className={classes(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-(--gutter) py-2',
        danger ? 'border-danger/40 bg-danger-wash' : 'border-accent-text/40 bg-accent-wash',
      )}
      role="note"
    >
      <p className="flex min-h-8 items-center gap-2.5">
        <span className={classes('shrink-0', danger ? 'text-danger' : 'text-accent-text')}>{icon}</span>
        <span>{children}</span>
      </p>
      {action}
    </div>
  );
}

function SendAgain() {
  const call = useCall();
  const { busy, run } = useAction();
  const resend = () =>
    run(async () => {
      await call('POST /auth/resend-verification');
      toast({ title: 'Link sent', description: 'Please check your email to verify your account.', kind: 'success' });
    });
  return (
    <Button busy={busy} onClick={() => void resend()} size="sm">
      Send the link again
    </Button>
  );
}
