import { sharingTypes } from '#content/core/contract/shared-kinds.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { CoverSquare } from '#content/media/web/cover-square.tsx';
import { DrawnArt } from '#platform/web/ui/graphics/drawn-art.tsx';
import { classes } from '#platform/web/ui/classes.ts';

/** Props of {@link ItemCover}. */
export interface ItemCoverProps {
  item: Pick<SharedItem, 'id' | 'kind' | 'title' | 'cover' | 'preview'>;
  className: string;
  /** How wide the square is. */
  sizes: string;
  /** Where it is said beside it what it is. */
  alt?: '';
}

/** The cover of a thing; without one, the drawing of its type. */
export function ItemCover({ item: { id, kind, title, cover, preview }, className, sizes, alt }: ItemCoverProps) {
  if (cover.length === 0)
    return (
      <DrawnArt
        className={classes('aspect-square rounded-control', className)}
        id={id}
        motif={sharingTypes[kind].motif}
      />
    );
  return (
    <CoverSquare
      alt={alt ?? (preview?.altText || `Cover of ${title}`)}
      artwork={cover}
      className={className}
      sizes={sizes}
    />
  );
}
