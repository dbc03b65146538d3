import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { useAuth } from '../auth-context.tsx';
import { sessionsQuery } from '../queries.ts';
import { SettingsCard } from './settings-card.tsx';

/** Where the member is signed in, each to be ended, or all. */
export function SessionsSection() {
  const call = useCall();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { announce } = useAuth();
  const { data, error, refetch } = useQuery(sessionsQuery(call));

  const end = async (sessionId: string) => {
    try {
      await call('DELETE /account/sessions/:sessionId', { params: { sessionId } });
      await queries.invalidateQueries({ queryKey: ['account', 'sessions'] });
    } catch (failure) {
      failureToast(failure);
    }
  };
  const endAll = async () => {
    try {
      await call('POST /auth/sign-out-everywhere');
      await announce('signed out');
      await navigate({ to: '/' });
    } catch (failure) {
      failureToast(failure);
    }
  };

  return (
    <SettingsCard about="Where you are signed in." title="Sessions">
      {error && <ErrorState compact onRetry={() => void refetch()} title="Your sessions could not be loaded." />}
      {!data && !error && <ListSkeleton rows={2} />}
      {data && (
        <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-hairline border-b border-hairline">
          {data.items.map((session) => (
            <li className="flex items-center justify-between gap-3 py-2 first:pt-0" key={session.id}>
              <div className="min-w-0">
                <p className="truncate font-medium">
                  {session.device}
                  {session.current && <span className="text-ok"> (this one)</span>}
                </p>
                <p className="text-sm text-soft">
                  {session.address !== null && <>{session.address}, </>}last used{' '}
                  <RelativeTime date={session.lastUsedAt} />
                </p>
              </div>
              {!session.current && (
                <Button onClick={() => void end(session.id)} size="sm">
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button className="mt-3" onClick={() => void endAll()}>
        Sign out everywhere
      </Button>
    </SettingsCard>
  );
}
