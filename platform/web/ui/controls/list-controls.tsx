import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { classes } from '#platform/web/ui/classes.ts';
import './list-controls.css';

/** Props of {@link FoldButton}. */
export interface FoldButtonProps {
  /** Id of what it shows, whose class is `folded`. */
  controls: string;
  isOpen: boolean;
  onToggle: () => void;
  /** How many filters narrow the list now. */
  count: number;
}

/** Shows the filters that a small screen folds away; on others, and without scripts, they are there and it is not. */
export function FoldButton({ controls, isOpen, onToggle, count }: FoldButtonProps) {
  return (
    <button
      aria-controls={controls}
      aria-expanded={isOpen}
      className={classes('chip fold-button touch-target', count > 0 && 'chip-on')}
      onClick={onToggle}
      type="button"
    >
      <SlidersHorizontal aria-hidden="true" size={15} />
      Filters{count > 0 && ` (${count})`}
    </button>
  );
}

/** Props of {@link ListControls}. */
export interface ListControlsProps extends Pick<FoldButtonProps, 'count'> {
  search: ReactNode;
  /** The filters: rows of chips. Without any, the search stands alone. */
  children?: ReactNode;
}

/** The search and the filters of a list: one row, of which a small screen folds the filters away. */
export function ListControls({ search, count, children }: ListControlsProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="list-controls">
      {search}
      {children !== undefined && (
        <>
          <FoldButton controls={id} count={count} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
          <div className="list-filters folded" data-open={isOpen || undefined} id={id}>
            {children}
          </div>
        </>
      )}
    </div>
  );
}
