import type { ReactNode } from 'react';
import './stage.css';

/** A `StageDialog` before its code is here, and in pages without a script. */
export function StaticStage({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="scrim" />
      <div className="stage-viewport">
        <div className="stage-popup">{children}</div>
      </div>
    </>
  );
}
