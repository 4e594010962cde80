import { Component, type ReactNode } from 'react';

interface CrashBoundaryProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Replaces a page that failed to render, or whose code failed to load. React requires a class for it. */
export class CrashBoundary extends Component<CrashBoundaryProps, { readonly crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    return this.state.crashed ? this.props.fallback : this.props.children;
  }
}
