import type { CSSProperties, SVGProps } from 'react';

/** What lucide's own modules hand over: the drawing as elements with their attributes. */
interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string | number>>])[];
}

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'children' | 'dangerouslySetInnerHTML'> {
  size?: number | string;
}

function styleOf(strokeWidth: IconProps['strokeWidth'], fill = 'none', style: CSSProperties | undefined) {
  if (strokeWidth === undefined && fill === 'none') return style;
  return { ...style, ...(strokeWidth !== undefined && { strokeWidth }), ...(fill !== 'none' && { fill }) };
}

/**
 * Stands in for lucide's `createLucideIcon` (see vite.config.ts): the drawing is one constant text instead of an element
 * for each line of it. A page has 50 to 200 icons, and they were a tenth of the work of rendering it. What all
 * of them share is in `base.css`.
 */
export default function createLucideIcon({ node }: IconData) {
  // Constants of the library; nothing of a member comes near them.
  const drawing = {
    __html: node
      .map(([tag, attributes]) => {
        const written = Object.entries(attributes).flatMap(([key, value]) =>
          key === 'key' ? [] : [` ${key}="${value}"`],
        );
        return `<${tag}${written.join('')}></${tag}>`;
      })
      .join(''),
  };
  return function LucideIcon({ size = 24, strokeWidth, className, fill, style, ...rest }: IconProps) {
    const isNamed = rest['aria-label'] !== undefined || rest.role !== undefined || 'aria-labelledby' in rest;
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        className={className === undefined ? 'lucide' : `lucide ${className}`}
        // Rules of a stylesheet come before attributes.
        style={styleOf(strokeWidth, fill, style)}
        aria-hidden={isNamed ? undefined : 'true'}
        {...rest}
        dangerouslySetInnerHTML={drawing}
      />
    );
  };
}
