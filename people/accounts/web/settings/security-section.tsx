import { useQuery } from '@tanstack/react-query';
import type { SecurityEventKind } from '#people/accounts/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { securityQuery } from '../queries.ts';
import { SettingsCard } from './settings-card.tsx';

const words: Readonly<Record<SecurityEventKind, string>> = {
  signed_in: 'Signed in',
  sign_in_failed: 'A sign-in failed',
  throttled: 'Sign-ins were slowed down',
  password_changed: 'The password was changed',
  password_reset: 'The password was reset by mail',
  email_changed: 'The email address was changed',
  email_restored: 'The former email address was restored',
  two_factor_on: 'Two-factor sign-in was turned on',
  two_factor_off: 'Two-factor sign-in was turned off',
  recovery_codes_renewed: 'New recovery codes were made',
  session_ended: 'A session was ended',
  sessions_ended: 'Every session was ended',
  rights_granted: 'Rights of staff were granted',
  rights_revoked: 'Rights of staff were taken away',
};

/** What happened to the security of the account: from which device, from where, when. */
export function SecuritySection() {
  const { data, error, refetch } = useQuery(securityQuery(useCall()));
  return (
    <SettingsCard about="Sign-ins and changes of the last 90 days." title="Security">
      {error && <ErrorState compact onRetry={() => void refetch()} title="The list could not be loaded." />}
      {!data && !error && <ListSkeleton rows={3} />}
      {data?.items.length === 0 && <p className="text-soft">Nothing yet.</p>}
      {data && data.items.length > 0 && (
        <ul
          aria-label="Security events"
          className="grid max-h-96 divide-y divide-hairline overflow-y-auto"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
          tabIndex={0}
        >
          {data.items.map((event) => (
            <li className="py-2 first:pt-0" key={event.id}>
              <p className="font-medium">{words[event.kind]}</p>
              <p className="text-sm text-soft">
                {event.device !== null && <>{event.device}, </>}
                {event.address !== null && <>{event.address}, </>}
                <RelativeTime date={event.createdAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </SettingsCard>
  );
}
