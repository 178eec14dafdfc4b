/* Nothing: what the start of a process takes at least. */
int main(void) { return 0; }
