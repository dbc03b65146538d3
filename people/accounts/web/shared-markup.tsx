import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAuth } from './auth-context.tsx';

/** Props of {@link SharedMarkup}. */
export interface SharedMarkupProps {
  /** Says which component it is. */
  name: string;
  /** All that the children show: what is equal as JSON is the same HTML. */
  of: readonly unknown[];
  /** Id of the profile whose content it is; null for a deleted account. */
  authorId: string | null;
  /** False for the first row of a page: a picture that is loaded at once is named in the page's head, too. */
  isShared?: boolean;
  /** Without `useId`, whose ids depend on the place in the page. */
  children: ReactNode;
}

/**
 * A row that most readers see alike. On the server it is rendered once for all who get the same data, and its HTML is put
 * into their pages (decision 0035). The reader is not known to the children there, only whether somebody is signed in, so
 * that nothing of one reader can reach another; who wrote it, and staff, get it rendered for themselves. In the browser
 * it does nothing.
 */
export function SharedMarkup({ name, of, authorId, isShared = true, children }: SharedMarkupProps): ReactNode {
  if (!import.meta.env.SSR) return children;
  // Never changes between two renders of one build.
  // oxlint-disable-next-line react-hooks/rules-of-hooks
  const auth = useAuth();
  // oxlint-disable-next-line react-hooks/rules-of-hooks
  const { markup } = useRouter().options.context;
  const { viewer } = auth;
  if (!markup || !isShared || (viewer && (viewer.id === authorId || viewer.isAdmin || viewer.isModerator)))
    return children;
  return markup.place(JSON.stringify([name, of]), auth, children);
}
