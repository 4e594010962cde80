import { Component, type ReactNode } from 'react';

interface CrashBoundaryProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** What stands in place of a page that failed to draw, or whose code could not be fetched. React knows no other form for it than a class. */
export class CrashBoundary extends Component<CrashBoundaryProps, { readonly crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    return this.state.crashed ? this.props.fallback : this.props.children;
  }
}
