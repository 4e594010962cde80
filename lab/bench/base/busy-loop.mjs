/* A program that keeps a processor busy until it is killed. */
for (;;);
