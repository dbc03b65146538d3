import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, createContext, useCallback, useContext, useEffect, useMemo, useRef } from 'react';
import type { Session, Viewer } from '#people/accounts/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { refetch } from '#platform/web/lib/query-client.ts';
import { sessionQuery } from './queries.ts';

/** Session events (part 1 §4). */
export type AuthEvent =
  | 'initial session'
  | 'signed in'
  | 'signed out'
  | 'token refreshed'
  | 'user updated'
  | 'password recovery'
  | 'multi-factor challenge verified';

/** Who is signed in, for every component below. */
export interface Auth {
  readonly viewer: Viewer | null;
  readonly site: Session['site'];
  /** Unread notifications when the session was read. */
  readonly unread: number;
  /** Members who asked for friendship when the session was read. */
  readonly requests: number;
  /** True until the first session is known; pages that the server rendered know it from the start. */
  readonly loading: boolean;
  /** Announces a session event in this tab and the others, and fetches the session again. */
  announce(event: AuthEvent): Promise<void>;
  /** Listens to session events; its first call gets `initial session`. @returns unsubscribes */
  onEvent(listener: (event: AuthEvent) => void): () => void;
}

const AuthContext = createContext<Auth | null>(null);
const CHANNEL = 'session';

/** Keeps the session of the page and carries its events between tabs. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const call = useCall();
  const queries = useQueryClient();
  const router = useRouter();
  const { data } = useSuspenseQuery(sessionQuery(call));
  const listeners = useRef(new Set<(event: AuthEvent) => void>());
  const channel = useRef<BroadcastChannel | null>(null);

  const take = useCallback(
    async (event: AuthEvent) => {
      await refetch(queries, sessionQuery(call));
      // First away from a page that is for members alone: what it shows would only be asked for again, and refused.
      await router.invalidate();
      // Other members' marks stand in every list: nothing that was loaded for one is shown to the next.
      if (event === 'signed in' || event === 'signed out') {
        queries.removeQueries({ predicate: (query) => query.queryKey[0] !== 'session' });
        await router.invalidate();
      }
      for (const listener of listeners.current) listener(event);
    },
    [call, queries, router],
  );

  useEffect(() => {
    const open = new BroadcastChannel(CHANNEL);
    channel.current = open;
    open.addEventListener('message', (message: MessageEvent<AuthEvent>) => void take(message.data));
    return () => {
      channel.current = null;
      open.close();
    };
  }, [take]);

  const auth = useMemo<Auth>(
    () => ({
      viewer: data.viewer,
      site: data.site,
      unread: data.unread,
      requests: data.requests,
      loading: false,
      async announce(event) {
        channel.current?.postMessage(event);
        await take(event);
      },
      onEvent(listener) {
        listeners.current.add(listener);
        listener('initial session');
        return () => void listeners.current.delete(listener);
      },
    }),
    [data, take],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** Gives the components below a session that is not the page's own. */
export function AuthAs({ auth, children }: { auth: Auth; children: ReactNode }) {
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** The session of the page. @throws outside an `AuthProvider`. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}
