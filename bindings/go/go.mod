module calque.invalid/calque

go 1.19
