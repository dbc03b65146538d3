import { latePart } from '#platform/web/ui/late-part.tsx';
import type { MoveDialogProps } from './move-dialog.tsx';

/** The dialog of a decision that needs a reason, loaded when it is first opened. */
export const MoveDialogPart = latePart<MoveDialogProps>(() => import('./move-dialog.tsx'), {
  name: 'The question',
  notice: 'float',
});
