import type { KeyboardEvent } from 'react';
import type { GalleryImage } from '#features/gallery/contract/endpoints.ts';
import { StageDialog } from '#platform/web/ui/overlays/stage-dialog.tsx';
import { type DetailMoves, ImageDetail, titleId } from './image-detail.tsx';

/** The open image over the gallery: arrows turn to its neighbours, Escape closes. */
export default function ImageDialog({ image, ...moves }: DetailMoves & { image: GalleryImage }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const inOwnPart = (event.target as HTMLElement).closest(
      'input, textarea, select, [role="menu"], [role="alertdialog"]',
    );
    if (inOwnPart || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const turn = event.key === 'ArrowLeft' ? moves.onPrevious : event.key === 'ArrowRight' ? moves.onNext : null;
    if (!turn) return;
    event.preventDefault();
    turn();
  };
  return (
    <StageDialog labelledBy={titleId} onClose={moves.onClose} onKeyDown={onKeyDown}>
      <ImageDetail image={image} {...moves} />
    </StageDialog>
  );
}
