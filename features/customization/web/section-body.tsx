import type { ReactNode } from 'react';

/** Layout of one settings section: the controls at the left, the preview at the right; on phones between title and controls. */
export function SectionBody({
  title,
  lead,
  preview,
  children,
}: {
  title: string;
  lead?: ReactNode;
  preview?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="settings-body">
      <div className="settings-title">
        <h2 className="heading text-xl">{title}</h2>
        {lead && <p className="mt-1 text-soft">{lead}</p>}
      </div>
      {/* Before the controls, as a phone shows them: what is painted while the page still arrives stays in its place. */}
      {preview && (
        <aside aria-label="Preview" className="settings-preview">
          {preview}
        </aside>
      )}
      <div className="settings-controls">{children}</div>
    </div>
  );
}
