import { Ban, Copyright, Ellipsis, Flag, UserMinus, UserX } from 'lucide-react';
import { useState } from 'react';
import { complaintAddress } from '#people/profiles/web/reports/complaint-address.ts';
import type { Relation } from '#people/friends/contract/endpoints.ts';
import type { Person } from '#platform/contract/shapes.ts';
import { shownErrors } from '#platform/contract/shown-errors.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { LazyMenu } from '#platform/web/ui/overlays/lazy-menu.tsx';
import type { MenuItem } from '#platform/web/ui/overlays/menu.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import type { RelationActions } from './relation-actions.ts';

const ConfirmDialog = latePart(() => import('#platform/web/ui/overlays/confirm-dialog.tsx'), {
  name: 'The question',
  notice: 'float',
});
const ReportDialog = latePart(() => import('#people/profiles/web/reports/report-dialog.tsx'), {
  name: 'The report form',
  notice: 'float',
});

const icon = (Icon: typeof Flag) => <Icon aria-hidden="true" size={16} />;

/** What can be done between two members, as lines of a menu. */
function relationItems(
  relation: Relation,
  actions: RelationActions,
  ask: (what: 'unfriend' | 'block') => void,
): readonly MenuItem[] {
  return [
    ...(relation === 'sent'
      ? [{ label: 'Cancel request', icon: icon(UserX), onSelect: () => void actions.cancel() }]
      : []),
    ...(relation === 'friends' ? [{ label: 'Unfriend', icon: icon(UserMinus), onSelect: () => ask('unfriend') }] : []),
    ...(relation === 'blocked'
      ? []
      : [{ label: 'Block', icon: icon(Ban), danger: true, onSelect: () => ask('block') }]),
  ];
}

/**
 * The secondary actions on a member: cancel, unfriend, block, and on their page to report them. Ending and blocking ask
 * first.
 * @param between how the viewer stands to the member; null for visitors
 * @param reportId of the profile, where it can be reported
 */
export function RelationMenu({
  person,
  between,
  reportId,
}: {
  person: Pick<Person, 'displayName'>;
  between: { readonly relation: Relation; readonly actions: RelationActions } | null;
  reportId?: string;
}) {
  const [asking, setAsking] = useState<'unfriend' | 'block' | 'report' | null>(null);
  const name = person.displayName;
  const items: MenuItem[] = between ? [...relationItems(between.relation, between.actions, setAsking)] : [];
  const report = () => {
    if (between) return setAsking('report');
    const { title, text } = shownErrors.sign_in_required;
    toast({ title, description: text, kind: 'error' });
  };
  if (reportId !== undefined)
    items.unshift(
      { label: 'Report', icon: icon(Flag), onSelect: report },
      {
        kind: 'link',
        label: 'Copyright complaint',
        icon: icon(Copyright),
        to: complaintAddress({ kind: 'profile', id: reportId }),
      },
    );
  const close = {
    open: true,
    onOpenChange: (open: boolean) => !open && setAsking(null),
    onGiveUp: () => setAsking(null),
  };
  return (
    <>
      <LazyMenu
        items={items}
        trigger={<IconButton icon={<Ellipsis aria-hidden="true" size={18} />} label={`More about ${name}`} size="sm" />}
      />
      {asking === 'report' && <ReportDialog {...close} id={reportId ?? ''} kind="profile" what="profile" />}
      {between && (asking === 'block' || asking === 'unfriend') && (
        <ConfirmDialog
          {...close}
          busy={between.actions.busy}
          confirmLabel={asking === 'block' ? 'Block' : 'Unfriend'}
          danger
          description={
            asking === 'block'
              ? 'Neither of you can befriend or mention the other, and neither sees the other’s posts. You can unblock them on your friends page.'
              : 'They are not notified. You can ask them again.'
          }
          onConfirm={() =>
            void (asking === 'block' ? between.actions.block() : between.actions.unfriend()).then(() => setAsking(null))
          }
          title={asking === 'block' ? `Block ${name}?` : `Unfriend ${name}?`}
        />
      )}
    </>
  );
}
