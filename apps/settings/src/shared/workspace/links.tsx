import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type AnchorLinkProps = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>;
type ButtonLinkProps = ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>;

/** A link to a page of this app, checked against its routes. */
export const PageLink = createLink((props: AnchorLinkProps) => <Anchor size="sm" {...props} />);

/** The same as a button. */
export const PageButton = createLink((props: ButtonLinkProps) => <Button component="a" {...props} />);
