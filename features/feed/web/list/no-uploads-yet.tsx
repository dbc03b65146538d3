import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';

/** A site without uploads. Visitors have no composer above. */
export function NoUploadsYet({ isMember }: { isMember: boolean }) {
  if (isMember) return <EmptyState title="No uploads yet. Use the composer above to share something!" />;
  return (
    <EmptyState action={<ButtonLink to="/auth">Sign in</ButtonLink>} title="No uploads yet.">
      Members share tracks, pictures, videos and words here.
    </EmptyState>
  );
}
