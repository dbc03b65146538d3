import type { Person } from '#platform/contract/shapes.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import type { Input } from '#site/contract/contract.ts';
import { TipConfirm, useTip } from './tip.tsx';

/** Props of {@link TipButton}. */
export interface TipButtonProps {
  kind: Input<'POST /tips/:kind/:contentId'>['params']['kind'];
  contentId: string;
  author: Person;
}

/** Ten credits for the author of a content. Nothing for visitors, the author, and where the author has left. */
export function TipButton({ kind, contentId, author }: TipButtonProps) {
  const call = useCall();
  const { viewer } = useAuth();
  const { busy, tip } = useTip(author, (submitId) =>
    call('POST /tips/:kind/:contentId', { params: { kind, contentId }, body: { submitId } }),
  );
  if (!viewer || author.id === null || author.id === viewer.id) return null;
  return <TipConfirm busy={busy} name={author.displayName} onTip={() => void tip()} />;
}
